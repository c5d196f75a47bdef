// Package bundle embeds the built Admin application. The build writes it to
// files/, which is committed. The build tag noadmin leaves it out: the program
// is smaller, and the Admin routes answer that the application is missing
// (decision 81).
package bundle
