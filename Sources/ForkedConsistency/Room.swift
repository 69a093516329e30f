// The room of models that stand in many places and stay equal: by identifier, in memory and in documents, without git.
