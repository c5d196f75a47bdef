package main

import (
	"context"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// fillQuartet writes the rows through the store itself: already published, so
// that filling takes seconds.
func fillQuartet(file string, rows int) error {
	return fill(file, "bench/site/manifests", rows, publishedPost)
}

func publishedPost(p *plan.Plan, i int) *content.Write {
	return published(p.Schema("posts"), makePost(i))
}

func fill(file, manifests string, rows int, row func(*plan.Plan, int) *content.Write) error {
	return fillDatabase(sqlite.Database{Path: file}, manifests, rows, row)
}

func fillDatabase(database store.Database, manifests string, rows int, row func(*plan.Plan, int) *content.Write) error {
	sealed, err := sealManifests(manifests)
	if err != nil {
		return err
	}
	ctx := context.Background()
	filled, err := database.Open(ctx, store.Options{Plan: sealed, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(128)
	for i := range rows {
		group.Go(func() error { return filled.Write(ctx, row(sealed, i)) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return filled.Close()
}

func sealManifests(folder string) (*plan.Plan, error) {
	files, faults := manifest.ReadDir(folder, "")
	if err := faults.Err(); err != nil {
		return nil, err
	}
	set, faults := manifest.Parse(files)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	sealed, faults := plan.Seal(set)
	return sealed, faults.Err()
}

// filledVersion is the version of each entry that is filled in.
const filledVersion = 2

func published(schema *plan.Schema, p post) *content.Write {
	return &content.Write{Op: content.Insert, Schema: schema, Entry: &content.Entry{
		ID: p.id, Collection: schema.Name(), Status: content.Published, Version: filledVersion,
		CreatedAt: p.publishedAt, UpdatedAt: p.publishedAt,
		Data: map[string]any{"slug": p.slug, "locale": p.locale, "title": p.title, "body": p.body, "publishedAt": p.publishedAt},
	}}
}
