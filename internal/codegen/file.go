package codegen

// File is a file of generated code.
type File struct {
	Path    string // below the folder of the language, with slashes
	Content []byte
}
