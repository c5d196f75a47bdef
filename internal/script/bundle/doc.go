// Package bundle makes one script of the handlers of a site: the TypeScript and
// JavaScript files below handlers/ that the ref keys of the manifests name, with
// all that they import (contract, Handler; decision 197).
//
// The script does one thing when it is evaluated: it calls the global function
// register with an object from ref key to function. A place in it leads back to
// the file that an author wrote.
package bundle
