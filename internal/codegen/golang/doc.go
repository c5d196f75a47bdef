// Package golang prints the model of a site as Go code: package service with the
// types of the site and a client over HTTP, which needs the standard library
// alone, and package inprocess below it, with typed handlers and calls of a
// *quartet.Service (decision 189).
//
// [Print] is the only way in. What is the same for every site is real code in the
// folder runtime, which is embedded and printed beside it.
package golang
