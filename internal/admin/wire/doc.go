// Package wire holds the bodies of the Admin API as plain structs. The
// TypeScript types of the Admin application are generated from them: a field
// without omitempty is always present, a pointer may be null, Object is any
// JSON object, and Text is a string or a map from locale to string. Times are
// Unix epoch milliseconds.
package wire
