print("fork")
