package sitetest

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/app"
)

// Options say how tests are run.
type Options struct {
	// Site is what the program brings to the site, and where it lies. Its database,
	// media, environment, sign-in for development and log are the run's to choose.
	Site app.Options

	Update bool         // rewrite wrong answers
	Fill   bool         // write answers where there are none, and rewrite none
	Report func(Result) // is told of each test, in their order; nil for nobody
}

// Run runs tests, several at a time, and gives their results in their order. Each has
// a site, a database and a folder of media of its own. The error is that of ctx.
func (o Options) Run(ctx context.Context, tests []Test) ([]Result, error) {
	results := make([]Result, len(tests))
	done := make([]chan struct{}, len(tests))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var group errgroup.Group
	group.SetLimit(max(2, runtime.GOMAXPROCS(0)) + 1) // and who reports
	group.Go(func() error {
		for i := range results {
			<-done[i]
			if o.Report != nil && ctx.Err() == nil {
				o.Report(results[i])
			}
		}
		return nil
	})
	for i, test := range tests {
		group.Go(func() error {
			defer close(done[i])
			if ctx.Err() == nil {
				results[i] = o.run(ctx, test)
			}
			return nil
		})
	}
	_ = group.Wait() // which gives none
	return results, ctx.Err()
}
