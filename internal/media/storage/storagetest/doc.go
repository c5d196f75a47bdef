// Package storagetest is the suite that every adapter of the media storage
// passes: what storage.Bucket promises, and storage.Receiver and capabilities
// where the bucket has them.
package storagetest
