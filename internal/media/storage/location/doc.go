// Package location reads where media lives, file:<dir> or s3://<bucket>?…, and
// opens it. What is wrong with such a URL is said here alone: settings refuse it
// at its place, before anything is opened.
package location
