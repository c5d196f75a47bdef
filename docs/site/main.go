// Command site writes the pages of the handbook as the seed of the site in this folder:
//
//	go run ./docs/site [folder]
//
// The folder is that of the site, docs/site by itself.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/quartet-dev/quartet/internal/handbook"
)

func main() {
	folder := filepath.Join("docs", "site")
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	if err := write(folder); err != nil {
		fmt.Fprintln(os.Stderr, "docs/site:", err)
		os.Exit(1)
	}
}

// document is a seed document.
type document struct {
	Collection string `yaml:"collection"`
	Status     string `yaml:"status"`
	Data       data   `yaml:"data"`
}

type data struct {
	Slug    string `yaml:"slug"`
	Title   string `yaml:"title"`
	Section string `yaml:"section"`
	Body    string `yaml:"body"`
}

// write makes the seed of a site folder anew.
func write(folder string) error {
	all := []document{of("index", "Handbook")}
	for _, section := range handbook.Contents() {
		for _, page := range section.Pages {
			all = append(all, of(page.Name, section.Title))
		}
	}
	var text strings.Builder
	encoder := yaml.NewEncoder(&text)
	for _, each := range all {
		if err := encoder.Encode(each); err != nil {
			return err
		}
	}
	if err := encoder.Close(); err != nil {
		return err
	}
	seed := filepath.Join(folder, "seed")
	if err := os.MkdirAll(seed, 0o750); err != nil { //nolint:gosec // the folder of whoever runs this
		return err
	}
	return os.WriteFile(filepath.Join(seed, "pages.yaml"), []byte(text.String()), 0o600) //nolint:gosec // the folder of whoever runs this
}

func of(name, section string) document {
	page, body, _ := handbook.Markdown(name, link)
	return document{Collection: "pages", Status: "published", Data: data{Slug: slug(name), Title: page.Title, Section: section, Body: strings.TrimSpace(body)}}
}

// slug is a page's name in one segment: guides-search.
func slug(name string) string {
	if name == "index" {
		return "home"
	}
	return strings.ReplaceAll(strings.TrimSuffix(name, "/index"), "/", "-")
}

func link(name, anchor string) string {
	if name == "index" {
		return "/" + handbook.Anchor(anchor)
	}
	return "/handbook/" + slug(name) + handbook.Anchor(anchor)
}
