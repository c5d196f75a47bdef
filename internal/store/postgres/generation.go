package postgres

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
)

// mediaTopic is what processes call the assets of the media library by. It is no name
// of a Schema. Nothing else of the platform's tables is kept by a process without asking
// again (decision 221).
const mediaTopic = "_quartet_media"

// feedKey names the secret that seals what processes tell each other.
const feedKey = "changes"

// hearTimeout is how long a start waits until it hears the others.
const hearTimeout = 2 * time.Second

// listen begins to hear what other processes write.
func (s *Store) listen(ctx context.Context) error {
	key, err := s.Secret(ctx, feedKey)
	if err != nil {
		return err
	}
	direct, err := s.opts.direct(s.pool)
	if err != nil {
		return err
	}
	s.feed = changes.Start(changes.Options{Config: &direct.ConnConfig.Config, Key: key, Log: s.opts.Log})
	s.media = s.feed.Topic(mediaTopic)
	for schema, c := range s.collections {
		c.topic = s.feed.Topic(schema.Name())
	}
	hearing, cancel := context.WithTimeout(ctx, hearTimeout)
	defer cancel()
	if err := s.feed.Wait(hearing); err != nil && ctx.Err() != nil {
		return err
	}
	return nil // otherwise nothing is kept until the others are heard
}

// told tells other processes what became of a write that took a number: of one
// whose COMMIT failed nobody knows. A store without a feed tells nothing: others
// miss the number.
func (s *Store) told(number int64, committing bool, err error, topics ...*changes.Topic) {
	switch {
	case s.feed == nil || number == 0:
	case err == nil:
		s.feed.Written(number, topics...)
	case committing:
		s.feed.Written(0, topics...)
	default:
		s.feed.Written(number)
	}
}

// Generation implements content.Store.
func (s *Store) Generation(schema *plan.Schema) (number uint64, known bool) {
	if c := s.collections[schema]; c != nil {
		return c.topic.Generation()
	}
	return 0, false
}

// ExternalWrites implements store.Store.
func (s *Store) ExternalWrites() (number uint64, known bool) {
	if s.feed == nil {
		return 0, false
	}
	return s.media.Others()
}
