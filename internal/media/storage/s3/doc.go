// Package s3 keeps media in a bucket of an S3 server, or of one that speaks its
// protocol. It is the requests that the port needs over net/http, signed by the
// signer of AWS (decision 159); each of them ends in bounded time, also at a
// server that takes a connection and says nothing.
package s3
