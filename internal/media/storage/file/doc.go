// Package file keeps media in a folder of this machine. Readable objects are
// below objects/, what is being written is below unfinished/ in the same file
// system, and a rename makes one into the other, after the bytes are on the
// disk: what is answered survives a crash, and nothing half written is ever
// readable. All names go through os.Root, so no symbolic link leads out of the
// folder.
package file
