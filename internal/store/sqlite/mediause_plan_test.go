package sqlite

import (
	"strings"
	"testing"
)

// However many uses there are, those of an asset, and of an entry's, are looked up.
func TestMediaUsesAreLookedUp(t *testing.T) {
	store := openedPlatform(t)
	for part, want := range map[string][]string{
		"SELECT asset_id, count(*)": {
			"SEARCH _quartet_media_uses USING PRIMARY KEY (asset_id=?)",
			"LIST SUBQUERY 1",
			"SCAN json_each VIRTUAL TABLE INDEX 1:",
		},
		"SELECT collection, entry_id FROM _quartet_media_uses": {
			"MERGE (UNION)",
			"LEFT",
			"SEARCH _quartet_media_uses USING PRIMARY KEY (asset_id=? AND (collection,entry_id)>(?,?))",
			"RIGHT",
			"SEARCH _quartet_draft_media USING PRIMARY KEY (asset_id=? AND (collection,entry_id)>(?,?))",
		},
		"DELETE FROM _quartet_media_uses WHERE asset_id": {
			"SEARCH _quartet_media_uses USING PRIMARY KEY (asset_id=? AND collection=? AND entry_id=?)",
		},
		"DELETE FROM _quartet_media_uses WHERE collection": {
			"SEARCH _quartet_media_uses USING COVERING INDEX _quartet_media_uses_entry (collection=?)",
		},
	} {
		got := queryPlan(t, store, queryWith(t, part))
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s\n%s\nwant\n%s", part, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
