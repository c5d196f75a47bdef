package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// The floor of media: net/http handlers that keep a body as a file, as durably as
// the program does, and that give a file back.

// runMediaFloor serves the folder dir until the process is told to stop.
func runMediaFloor(dir string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /up", func(w http.ResponseWriter, r *http.Request) {
		if err := keep(dir, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /file", func(w http.ResponseWriter, r *http.Request) {
		file, err := os.Open(filepath.Join(dir, "file.txt"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer file.Close()
		w.Header().Set("Content-Type", "text/plain")
		http.ServeContent(w, r, "", time.Time{}, file)
	})
	mux.HandleFunc("GET /ready", func(http.ResponseWriter, *http.Request) {})
	return serveFloor(mux)
}

// keep writes a file of its own: whole and on the disk before it has its name.
func keep(dir string, body io.Reader) error {
	file, err := os.CreateTemp(dir, "*.part")
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, body); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), file.Name()+".done"); err != nil {
		return err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
