// Package querystring turns the text of a query or a path into typed values, by
// the declared types of the params ("View REST behaviour" 3), and reads page,
// show and cursor. Callers that send typed JSON do not need it.
package querystring
