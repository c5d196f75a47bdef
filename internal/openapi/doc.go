// Package openapi prints the OpenAPI 3.1 document of a site: its HTTP Triggers
// and the REST routes of its Views, with every status and diagnostic code that
// each can answer (decision 191).
//
// [Print] is a function of the plan and the options alone, and its output is the
// same byte for byte.
package openapi
