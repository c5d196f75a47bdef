package transcript

import (
	"strings"

	"golang.org/x/tools/txtar"
)

// Section is the text of a section of an archive; "" where there is none.
func Section(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// SetSection puts a text in the place of a section.
func SetSection(archive *txtar.Archive, name, text string) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(text)
		}
	}
}

// SectionLine is the line of the archive's text in which a section begins, below
// its mark.
func SectionLine(archive *txtar.Archive, name string) int {
	line := 1 + strings.Count(string(archive.Comment), "\n")
	for _, f := range archive.Files {
		line++
		if f.Name == name {
			return line
		}
		line += strings.Count(string(f.Data), "\n")
	}
	return 0
}

// IsFile reports whether a section is a file of the site: its name has a dot.
func IsFile(name string) bool { return strings.Contains(name, ".") }
