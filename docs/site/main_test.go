package main

import (
	"log/slog"
	"os"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/handbook"
)

// The handbook is a site: every page of it is published, and no link of one leads nowhere.
func TestTheHandbookIsASite(t *testing.T) {
	dir := t.TempDir()
	for _, each := range []string{"quartet.yaml", "manifests", "templates"} {
		if err := copyInto(dir, each); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	site := app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}
	pages := 1 // the index
	for _, section := range handbook.Contents() {
		pages += len(section.Pages)
	}
	if report, err := app.Seed(t.Context(), site, nil); err != nil || report.Loaded != pages {
		t.Fatalf("%+v, %v; want %d pages", report, err, pages)
	}
	report, err := app.ExportPages(t.Context(), site, app.PagesExport{Dir: t.TempDir()})
	if err != nil || report.AllBroken > 0 || len(report.Skipped) > 0 || int(report.Pages) < pages {
		t.Errorf("%+v, %v", report, err)
	}
}

func copyInto(dir, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(dir+"/"+name, os.DirFS(name))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(dir+"/"+name, text, 0o600)
}
