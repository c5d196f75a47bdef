// Package wire is what the Admin API takes and answers, as plain structs. They
// are kept by themselves so that the types of the Admin application can be made
// from them: a field without omitempty is always there, a pointer may be null,
// Object is any JSON object, and Text is a string or a map from locale to
// string. Times are Unix epoch milliseconds.
package wire
