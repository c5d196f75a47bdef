// Package documenttest reads the documents of a site by the rules of their formats.
// Each reader refuses what a strict client would, and gives back what a lenient
// one would see.
package documenttest
