// Package media keeps the files of a site: pictures, videos and documents, each in
// the forms that its purpose asks for.
//
// # Uploads
//
// An upload is announced, sent and committed. Announce checks what is to come
// against the purpose and grants one capability a variant. The bytes go straight
// to the bucket where that can take them, or through Receive. Commit reads every
// variant again, checks that it is what was announced and harmless, and makes the
// asset: all of it, or nothing.
//
// # Groups
//
// The objects of one upload are a group: they share the beginning of their keys,
// <purpose>/<group>/, and one row in the database, which is there before the
// first object and goes after the last (decision 173). A group that no asset shows
// has a time at which Sweep ends it and removes its objects; its row stays for what
// comes late (decision 174). So a crash leaves nothing that is not found again: no
// asset without its bytes, and no bytes without a row.
//
// # Serving
//
// The bytes of a version of an asset never change, so its URLs can be kept for
// ever. Replacing the bytes makes the next version; the one before is served for
// a day more, for pages that were loaded earlier.
package media
