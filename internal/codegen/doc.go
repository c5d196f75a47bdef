// Package codegen turns a plan into the model that generated clients and
// documents are printed from: the shapes of entries, rows, params, inputs and
// outputs, with their names and their words. It knows no target language.
//
// [Build] is the only way in. The model is a pure function of the plan: the
// order of files, documents and keys does not change it, so what is printed
// from it can be compared byte for byte.
package codegen
