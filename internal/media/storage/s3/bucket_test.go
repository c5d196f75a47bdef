package s3

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
	"github.com/quartet-dev/quartet/internal/media/storage/storagetest"
)

func config(t *testing.T, s *s3test.Server) Config {
	t.Helper()
	return Config{
		Bucket: s.Bucket(t), Region: s3test.Region, Endpoint: s.Endpoint,
		Credentials: Credentials{AccessKeyID: s3test.AccessKeyID, SecretAccessKey: s3test.SecretAccessKey},
	}
}

func openBucket(t *testing.T, c Config, l limits) *Bucket {
	t.Helper()
	b, err := open(c, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestServer(t *testing.T) {
	server := s3test.Start(t)
	storagetest.Run(t, func(t *testing.T) storage.Bucket { return openBucket(t, config(t, server), usual) })
}
