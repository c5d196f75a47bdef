// Package copies is where the copies of a site are kept: a folder, or a bucket of an
// S3 server below a prefix. It knows their names, which tell when each was taken, and
// which of them a schedule keeps.
package copies
