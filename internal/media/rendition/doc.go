// Package rendition makes pictures smaller for the screens that they are shown
// on, within 256 MiB of memory for the whole process. It reads
// JPEG, PNG, WebP and GIF and writes JPEG, or PNG where a picture is transparent.
// It knows no store.
package rendition
