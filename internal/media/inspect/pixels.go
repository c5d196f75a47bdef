package inspect

// picture checks the pixels of a picture that is drawn some times: its frames, or
// the scans that refine it.
func picture(width, height, times int64) error {
	switch {
	case width == 0 || height == 0:
		return broken("a side of the picture is 0 pixels")
	case width > MaxSide || height > MaxSide:
		return tooLarge("A side of the picture may have %d pixels; this one has %d x %d", MaxSide, width, height)
	case width*height > MaxPixels:
		return tooLarge("A picture may have %d million pixels; this one has %d x %d", MaxPixels/1_000_000, width, height)
	case times > MaxDrawn/(width*height):
		return tooLarge("The picture is drawn %d times or more, which is too much work at %d x %d pixels", times, width, height)
	}
	return nil
}

// shown gives the sides of a picture as they are after its orientation, 1 to 8:
// from 5 on it lies on its side.
func shown(width, height int64, orientation int) Finding {
	if orientation >= 5 && orientation <= 8 {
		width, height = height, width
	}
	return Finding{Width: int(width), Height: int(height)}
}

// within holds that a frame lies on the canvas.
func within(x, y, width, height, canvasWidth, canvasHeight int64) error {
	if width == 0 || height == 0 || x+width > canvasWidth || y+height > canvasHeight {
		return broken("a frame lies outside the picture")
	}
	return nil
}
