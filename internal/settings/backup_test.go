package settings_test

import (
	"strings"
	"testing"
	"time"
)

// Copies have a place of their own, without a secret in its URL; the bucket of the media
// library is for media alone. Each case is a quartet.yaml, the environment, and where
// it is refused.
func TestCopiesHaveAPlaceOfTheirOwn(t *testing.T) {
	for name, test := range map[string]struct{ file, environment, want string }{
		"no place":              {"backup: { every: 1h }", "", "quartet.yaml:1:18 settings#/backup/every"},
		"no schedule":           {"backup: { to: copies }", "", ""},
		"the variable":          {"backup: { every: 1h }", "BACKUP_URL=s3://copies?region=eu-1", ""},
		"one copy":              {"backup: { to: copies/tea.zip }", "", "quartet.yaml:1:15 settings#/backup/to"},
		"a secret":              {"backup: { to: 's3://copies?region=eu-1&secretAccessKey=hush' }", "", "quartet.yaml:1:15 settings#/backup/to"},
		"credentials":           {"backup: { to: 's3://a:hush@copies?region=eu-1' }", "", "quartet.yaml:1:15 settings#/backup/to"},
		"a folder that is none": {"backup: { to: 's3://copies/../x?region=eu-1' }", "", "quartet.yaml:1:15 settings#/backup/to"},
		"the media's bucket":    {"media: s3://shelf?region=eu-1\nbackup: { to: s3://shelf/copies?region=eu-1 }", "", "quartet.yaml:2:15 settings#/backup/to"},
		"another server's":      {"media: s3://shelf?region=eu-1\nbackup: { to: 's3://shelf?region=eu-1&endpoint=https://s3.example' }", "", ""},
		"by the environment":    {"backup: { to: s3://shelf/copies?region=eu-1 }", "MEDIA_URL=s3://shelf?region=eu-1", "quartet.yaml:1:15 settings#/backup/to"},
	} {
		t.Run(name, func(t *testing.T) {
			said := lines(read(map[string]string{"quartet.yaml": test.file, "environment": test.environment}))
			if _, place, _ := strings.Cut(strings.TrimSuffix(said, "\n"), " "); place != test.want {
				t.Errorf("refused at %q, want %q", place, test.want)
			}
		})
	}
}

func TestIntervalOfCopies(t *testing.T) {
	for text, want := range map[string]time.Duration{"10m": 10 * time.Minute, "6h": 6 * time.Hour, "2d": 48 * time.Hour} {
		got, problems := read(map[string]string{"quartet.yaml": "backup: { to: copies, every: " + text + " }"})
		if len(problems) > 0 || got.Backup.Interval() != want {
			t.Errorf("%s: %v, %v", text, got.Backup.Interval(), problems)
		}
	}
}
