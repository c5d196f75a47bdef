package admin

import "github.com/quartet-dev/quartet/internal/diag"

func noMedia(*Surface, *request) error {
	return diag.At(diag.MediaNotConfigured, "input#", "No media storage is configured.")
}
