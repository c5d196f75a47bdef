// Package quartet is a content and application service that a folder of
// manifests declares.
package quartet
