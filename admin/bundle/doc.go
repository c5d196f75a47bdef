// Package bundle embeds the Admin application as it was built from the folder
// above into files/, which is committed. The build tag noadmin leaves it out:
// the program is smaller by what the application weighs, and the Admin routes
// say so.
package bundle
