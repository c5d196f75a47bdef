// Package service is the part of a generated Go package that is the same for
// every site: values that may be absent or null, unions, calls over HTTP, and
// their errors. Package golang prints its files beside the types of a site, so it
// is real code here and has no other user.
package service
