package app

import (
	"errors"
	"io"
	"io/fs"
	"strings"
)

// clientsFolder is the folder of the public files that holds the metadata
// documents of the services whose users sign in here (contract, Mode selection
// 3): public/clients/<id> is the client <PUBLIC_ORIGIN>/clients/<id>
// (decision 77).
const clientsFolder = "clients"

// maxClientDocument is the longest one that is read, in bytes.
const maxClientDocument = 5 << 10

// clientDocuments are those of the public files.
type clientDocuments struct{ public fs.FS }

// read reads one by the path of its URL.
func (c clientDocuments) read(path string) ([]byte, error) {
	id, ok := strings.CutPrefix(path, "/"+clientsFolder+"/")
	if !ok || strings.Contains(id, "/") || !fs.ValidPath(id) {
		return nil, fs.ErrNotExist
	}
	file, err := c.public.Open(clientsFolder + "/" + id)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxClientDocument+1))
	if len(text) > maxClientDocument {
		err = errors.New("the document is longer than 5 KiB")
	}
	return text, err
}
