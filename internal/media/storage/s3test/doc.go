// Package s3test runs a real S3 server, versitygw, on loopback in a folder of
// its own, for the tests of other packages (decision 160).
package s3test
