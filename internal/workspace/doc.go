// Package workspace is what members of staff arrange for their work: lists of a
// collection under a name, with what narrows and orders them, for one person or for
// everybody (decision 237).
package workspace
