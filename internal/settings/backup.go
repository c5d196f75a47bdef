package settings

import (
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/media/storage/location"
)

// Backup is where copies of the site go, how often, and which are kept.
type Backup struct {
	To    string      `json:"to"`    // a folder, or s3://<bucket>/<folder>; "" for nowhere
	Every string      `json:"every"` // between two copies, such as 10m; "" takes none by itself
	Keep  copies.Keep `json:"keep"`  // of those that are there
	Media bool        `json:"media"` // with the bytes of the media library
}

var defaultBackup = Backup{Keep: copies.Keep{Last: 24, Daily: 7, Weekly: 4}, Media: true}

// maxKept is the most of a kind that may be kept.
const maxKept = 10_000

var interval = lazyregexp.New(`^[1-9][0-9]{0,4}[mhd]$`)

var backupKeys = mapping(
	optional("to", text(backupURL)),
	optional("every", text(matches(interval, "a number of minutes, hours or days, such as 10m, 6h or 1d"))),
	optional("keep", mapping(
		optional("last", wholeNumber(maxKept)),
		optional("daily", wholeNumber(maxKept)),
		optional("weekly", wholeNumber(maxKept)),
		optional("monthly", wholeNumber(maxKept)),
	)),
	optional("media", flag),
)

const backupVariable = "BACKUP_URL"

func backupURL(value string) *problem {
	if holdsSecret(value) {
		return inTheEnvironment(backupVariable)
	}
	return backupTarget(value)
}

// backupTarget takes a place, and no name of one copy.
func backupTarget(value string) *problem {
	at, err := copies.Parse(value)
	if err != nil {
		return &problem{message: "The place cannot be used: " + err.Error() + ".", expected: "a folder, or s3://<bucket>/<folder>?region=…&endpoint=…"}
	}
	if at.Name != "" {
		return wants("a folder for copies, not the name of one")
	}
	return nil
}

// checkBackup refuses a schedule without a place, and a bucket that is the media
// library's.
func (r *reader) checkBackup(s *Settings) {
	if s.Backup.To == "" && s.Backup.Every != "" {
		r.problems.Add(r.place.report(diag.SettingsInvalid, diag.Error, "/backup/every", "There is no place for the copies: the key to is missing, and "+backupVariable+" is not set."))
	}
	at, err := copies.Parse(s.Backup.To)
	library, failed := location.Parse(s.Media.URL)
	if err == nil && failed == nil && at.Shares(library) {
		r.problems.Add(r.place.report(diag.SettingsInvalid, diag.Error, "/backup/to", "The bucket is that of the media library, which is for media alone; copies need another one."))
	}
}

// Interval is the time between two copies; 0 where none is taken by itself.
func (b Backup) Interval() time.Duration {
	if b.Every == "" {
		return 0
	}
	last := len(b.Every) - 1
	count, err := strconv.Atoi(b.Every[:last])
	if err != nil {
		return 0
	}
	return time.Duration(count) * map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}[b.Every[last]]
}

// OpenBackups opens the place of the copies, or another one that is given: a
// relative folder below dir, a bucket with the credentials of the environment or .env.
func (s *Settings) OpenBackups(at copies.Location, dir string) (copies.Place, error) {
	return at.Open(dir, s.environment.lookup)
}
