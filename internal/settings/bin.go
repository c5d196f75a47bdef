package settings

import "time"

// Bin bounds how long an entry that staff or an agent deleted can be brought back.
type Bin struct {
	KeepDays int `json:"keepDays"` // 0: what is deleted is gone
}

var defaultBin = Bin{KeepDays: 30}

const maxBinDays = 3650

// Kept is the same as a duration.
func (b Bin) Kept() time.Duration { return time.Duration(b.KeepDays) * 24 * time.Hour }
