package staticsite

import (
	"html"
	"io/fs"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/httpx"
)

const indexName = "index.html"

// fileOf is the name of the file that hosts serve at an address. A page whose address
// has no extension of its own is a folder's index.
func fileOf(address string, isHTML bool) (name string, ok bool) {
	plain, err := url.PathUnescape(address)
	if err != nil {
		return "", false
	}
	name = strings.TrimPrefix(plain, "/")
	if isHTML && path.Ext(name) != ".html" && path.Ext(name) != ".htm" {
		name = path.Join(name, indexName)
	}
	return name, fs.ValidPath(name) && name != "." && !strings.ContainsAny(name, "\\\x00") && !isOurs(name)
}

// extensions of addresses that are files, as their forms are, and no pages.
func extension(address string) (name string, isFile bool) {
	switch name = path.Ext(address); name {
	case ".ico", ".md", ".xml", ".json", ".txt", ".png", ".svg", ".css", ".js":
		return name, true
	}
	return "", false
}

// pageAddress is the address of a page of a list behind the first.
func pageAddress(of string, number int) string {
	name, isFile := extension(of)
	if !isFile {
		return strings.TrimSuffix(of, "/") + "/page/" + strconv.Itoa(number)
	}
	return strings.TrimSuffix(of, name) + "/page/" + strconv.Itoa(number) + name
}

// escaped is the address of a file of the public folder.
func escaped(name string) string { return (&url.URL{Path: "/" + name}).EscapedPath() }

// servicePath is where the service has files of its own, such as the theme's stylesheet
// and the icon of a site without one.
const servicePath = "/_service"

// isService reports whether only a running service answers at an address.
func isService(address string) bool {
	plain, err := url.PathUnescape(address)
	return err != nil || httpx.Under("/api", plain) || httpx.Reserved(plain) && !httpx.Under(servicePath, plain)
}

// leadingTo is a page that leads to another address, on any host.
func leadingTo(to string) []byte {
	to = html.EscapeString(to)
	return []byte(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>` + to + `</title>
<link rel="canonical" href="` + to + `">
<meta http-equiv="refresh" content="0; url=` + to + `">
<p><a href="` + to + `">` + to + `</a></p>
</html>
`)
}
