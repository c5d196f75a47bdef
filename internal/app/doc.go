// Package app puts the packages of the service together into a site that runs:
// it reads and checks a folder, opens its database, and lists the surfaces that
// answer its requests.
//
// Open is the whole way. What the program that embeds the service writes is
// package quartet's, which rests on this one.
package app
