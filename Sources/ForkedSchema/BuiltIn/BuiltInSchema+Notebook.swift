extension BuiltInSchema {
  /// Jupyter notebooks, nbformat 4 (nbformat.readthedocs.io).
  ///
  /// Outputs, counters and the kernel's description are written again by the next run, so they are never a conflict.
  /// Texts that users write in cells may be. Cells have ids since 4.5; older ones are merged as a list.
  static let notebook = BuiltInSchema(
    name: "fork:notebook", ending: ".ipynb",
    text: #"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Jupyter notebook, nbformat 4",
        "type": "object",
        "properties": {
          "nbformat": { "type": "integer", "x-merge": "maxMerge" },
          "nbformat_minor": { "type": "integer", "x-merge": "maxMerge" },
          "metadata": {
            "x-merge": "dictionaryMerge",
            "properties": {
              "kernelspec": { "x-merge": "mostRecent" },
              "language_info": { "x-merge": "mostRecent" }
            }
          },
          "cells": {
            "type": "array",
            "items": { "$ref": "#/$defs/cell" },
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" }
          }
        },
        "$defs": {
          "cell": {
            "type": "object",
            "properties": {
              "id": { "type": "string" },
              "cell_type": { "type": "string" },
              "metadata": {
                "x-merge": "dictionaryMerge",
                "properties": {
                  "tags": { "type": "array", "x-merge": "setMerge" },
                  "execution": { "x-merge": "mostRecent" },
                  "collapsed": { "x-merge": "mostRecent" },
                  "scrolled": { "x-merge": "mostRecent" }
                }
              },
              "execution_count": { "x-merge": "mostRecent" },
              "outputs": { "type": "array", "x-merge": "mostRecent" },
              "attachments": {
                "x-merge": "dictionaryMerge",
                "additionalProperties": { "x-merge": "dictionaryMerge" }
              }
            }
          }
        }
      }
      """#)
}
