// Package cldr writes dates, numbers and amounts of money as a locale does. Its
// table is of the Unicode CLDR and holds the locales that most sites are in; any
// other one is written as its language is, or else as English (decision 146).
package cldr
