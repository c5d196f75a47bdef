package history

import "github.com/quartet-dev/quartet/internal/audit"

// maxRead is how long the values of a page of records may be, with what has to
// be read for them.
const maxRead = 4 << 20

// Values gives records the values of their entries, and leaves out those behind
// which it would be too much. Records are the newest first.
func Values(journal Reader, found []StoredRecord) (lines []audit.Record, err error) {
	pasts, size := make(map[Entry]*versionWalker), 0
	for i := range found {
		l := &found[i]
		if l.Collection != "" {
			of := Entry{l.Collection, l.Subject}
			if pasts[of] == nil {
				pasts[of] = &versionWalker{journal: journal, of: of}
			}
			read := pasts[of].read
			if err := pasts[of].value(l); err != nil {
				return nil, err
			}
			size += pasts[of].read - read
		}
		size += len(l.Before) + len(l.After)
		if size > maxRead && i > 0 {
			break
		}
		lines = append(lines, l.Record)
	}
	return lines, nil
}

// Version is an entry as it was in one of its versions; nil when there was none,
// or it is not kept.
func Version(journal Reader, of Entry, version int64) (*audit.State, error) {
	key, err := journal.KeyOf(of, version)
	if err != nil || key == nil {
		return nil, err
	}
	at, err := (&versionWalker{journal: journal, of: of}).to(*key)
	if at == nil || err != nil {
		return nil, err
	}
	return at.State, nil
}
