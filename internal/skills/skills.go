package skills

import (
	"embed"
	"io/fs"
)

//go:embed files
var embedded embed.FS

// Files are the skills, a folder each.
func Files() fs.FS {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		panic(err) // a constant name
	}
	return files
}

// Names are the names of the skills.
func Names() []string {
	folders, err := fs.ReadDir(embedded, "files")
	if err != nil {
		panic(err) // it is embedded
	}
	names := make([]string, len(folders))
	for i, each := range folders {
		names[i] = each.Name()
	}
	return names
}

// Layouts are the folders of a project that the skills are copied into. Agents look
// in the one or the other.
func Layouts() []string { return []string{".agents/skills", ".claude/skills"} }

// contents are those of a file of the skills, which must have it.
func contents(name string) []byte {
	text, err := fs.ReadFile(Files(), name)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}
