package inspecttest

import (
	"fmt"
	"strings"
)

var (
	goodJPEG = jpeg(4, 3)
	goodPNG  = png(4, 3)
	goodGIF  = gif(4, 3, 1)
	goodWebP = riff("WEBP", vp8(4, 3))
	goodAVIF = heif("avif", ispe(4, 3), "")
)

const (
	zipTail  = "PK\x03\x04 PK\x05\x06"
	htmlTail = "<script>alert(1)</script>"
)

func app1(content string) string { return segment(0xe1, content) }

var hostileJPEG = []Case{
	{"jpeg/empty", "image/jpeg", of(), rejected, 0, 0},
	{"jpeg/one byte", "image/jpeg", of("\xff"), rejected, 0, 0},
	{"jpeg/signature alone", "image/jpeg", of("\xff\xd8\xff"), rejected, 0, 0},
	{"jpeg/is a PNG", "image/jpeg", goodPNG, rejected, 0, 0},
	{"jpeg/is HTML", "image/jpeg", of("<!doctype html><script>alert(1)</script>"), rejected, 0, 0},
	{"jpeg/is a program", "image/jpeg", of("MZ\x90\x00\x03"), rejected, 0, 0},
	{"jpeg/cut in its header", "image/jpeg", of(soi, "\xff\xc0\x00\x0b\x08\x00"), rejected, 0, 0},
	{"jpeg/cut in its pixels", "image/jpeg", cut(goodJPEG, 4), rejected, 0, 0},
	{"jpeg/without its end", "image/jpeg", cut(goodJPEG, 2), rejected, 0, 0},
	{"jpeg/header without pixels", "image/jpeg", of(soi, sof(0xc0, 4, 3), eoi), rejected, 0, 0},
	{"jpeg/pixels without header", "image/jpeg", of(soi, scan, eoi), rejected, 0, 0},
	{"jpeg/two headers", "image/jpeg", jpeg(4, 3, sof(0xc0, 1, 1)), rejected, 0, 0},
	{"jpeg/segment of length 0", "image/jpeg", of(soi, "\xff\xe0\x00\x00", eoi), rejected, 0, 0},
	{"jpeg/segment beyond the end", "image/jpeg", of(soi, "\xff\xe0\xff\xff", eoi), rejected, 0, 0},
	{"jpeg/bytes between segments", "image/jpeg", jpeg(4, 3, "alert(1)"), rejected, 0, 0},
	{"jpeg/arithmetic coding", "image/jpeg", of(soi, sof(0xc9, 4, 3), scan, eoi), rejected, 0, 0},
	{"jpeg/ZIP behind its end", "image/jpeg", with(goodJPEG, zipTail), rejected, 0, 0},
	{"jpeg/HTML behind its end", "image/jpeg", with(goodJPEG, htmlTail), rejected, 0, 0},
	{"jpeg/cut picture behind its end", "image/jpeg", with(goodJPEG, soi+"\xff\xe0"), rejected, 0, 0},
	{"jpeg/place in the picture behind its end", "image/jpeg", with(goodJPEG, string(jpeg(1, 1, app1("Exif\x00\x00"+exif([]tag{gps}, []tag{latitude})))())), harmful, 0, 0},
	{"jpeg/0 pixels wide", "image/jpeg", jpeg(0, 3), rejected, 0, 0},
	{"jpeg/0 pixels high", "image/jpeg", jpeg(4, 0), rejected, 0, 0},
	{"jpeg/1 x 60,000", "image/jpeg", jpeg(1, 60_000), tooLarge, 0, 0},
	{"jpeg/60,000 x 1", "image/jpeg", jpeg(60_000, 1), tooLarge, 0, 0},
	{"jpeg/51 megapixels", "image/jpeg", jpeg(8_500, 6_000), tooLarge, 0, 0},
	{"jpeg/65,535 x 65,535", "image/jpeg", jpeg(65_535, 65_535), tooLarge, 0, 0},
	{"jpeg/a thousand scans of 40 megapixels", "image/jpeg", of(soi, sof(0xc2, 8_000, 5_000), strings.Repeat(scan, 1000), eoi), tooLarge, 0, 0},
	{"jpeg/place in EXIF", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{gps}, []tag{latitude}))), harmful, 0, 0},
	{"jpeg/place in XMP", "image/jpeg", jpeg(4, 3, app1("http://ns.adobe.com/xap/1.0/\x00"+xmpPlace)), harmful, 0, 0},
	{"jpeg/place in extended XMP", "image/jpeg", jpeg(4, 3, app1("http://ns.adobe.com/xmp/extension/\x00"+xmpPlace)), harmful, 0, 0},
	{"jpeg/GPS directory outside of EXIF", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{{0x8825, long, 1 << 30}}))), harmful, 0, 0},
	{"jpeg/EXIF that is cut", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00II*\x00")), harmful, 0, 0},
	{"jpeg/EXIF with 65,535 entries", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00II*\x00"+le32(8)+"\xff\xff")), harmful, 0, 0},
	{"jpeg/GPS directory that is the directory itself", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{{0x8825, long, 8}}))), harmless, 4, 3},
	{"jpeg/PDF in a comment", "image/jpeg", jpeg(4, 3, segment(0xfe, "%PDF-1.7 <script>alert(1)</script>")), harmless, 4, 3},
	{"jpeg/PHP in EXIF", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{upright})+"<?php system($_GET[0]); ?>")), harmless, 4, 3},
	{"jpeg/script in its first segment", "image/jpeg", jpeg(4, 3, segment(0xe0, "JFIF\x00*/=alert(1);/*")), harmless, 4, 3},
}

var hostilePNG = []Case{
	{"png/empty", "image/png", of(), rejected, 0, 0},
	{"png/says JPEG", "image/jpeg", goodPNG, rejected, 0, 0},
	{"png/signature alone", "image/png", of(pngSignature), rejected, 0, 0},
	{"png/header alone", "image/png", of(pngSignature, ihdr(4, 3)), rejected, 0, 0},
	{"png/without header", "image/png", of(pngSignature, chunk("IDAT", "x"), chunk("IEND", "")), rejected, 0, 0},
	{"png/two headers", "image/png", png(4, 3, ihdr(4, 3)), rejected, 0, 0},
	{"png/without pixels", "image/png", of(pngSignature, ihdr(4, 3), chunk("IEND", "")), rejected, 0, 0},
	{"png/cut in its pixels", "image/png", cut(goodPNG, 14), rejected, 0, 0},
	{"png/without its end", "image/png", cut(goodPNG, 12), rejected, 0, 0},
	{"png/short of one byte", "image/png", cut(goodPNG, 1), rejected, 0, 0},
	{"png/chunk of 4 GB", "image/png", of(pngSignature, ihdr(4, 3), "\xff\xff\xff\xffIDATx"), rejected, 0, 0},
	{"png/ZIP behind its end", "image/png", with(goodPNG, zipTail), rejected, 0, 0},
	{"png/HTML behind its end", "image/png", with(goodPNG, htmlTail), rejected, 0, 0},
	{"png/0 x 0", "image/png", png(0, 0), rejected, 0, 0},
	{"png/1 x 60,000", "image/png", png(1, 60_000), tooLarge, 0, 0},
	{"png/decompression bomb of 50,000 x 50,000", "image/png", png(50_000, 50_000), tooLarge, 0, 0},
	{"png/sides of 2^32 - 1", "image/png", png(1<<32-1, 1<<32-1), tooLarge, 0, 0},
	{"png/frame outside of the canvas", "image/png", png(4, 3, pngFrame(60_000, 60_000, 0, 0)), rejected, 0, 0},
	{"png/frame that overflows", "image/png", png(4, 3, pngFrame(1, 1, 1<<32-1, 1<<32-1)), rejected, 0, 0},
	{"png/100 frames of 40 megapixels", "image/png", png(8_000, 5_000, strings.Repeat(pngFrame(1, 1, 0, 0), 100)), tooLarge, 0, 0},
	{"png/place in EXIF", "image/png", png(4, 3, chunk("eXIf", exif([]tag{gps}, []tag{latitude}))), harmful, 0, 0},
	{"png/place in XMP", "image/png", png(4, 3, chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00"+xmpPlace)), harmful, 0, 0},
	{"png/place behind 40 kB of XMP", "image/png", png(4, 3, chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00"+strings.Repeat(" ", 32<<10-100)+strings.Repeat(" ", 60)+xmpPlace)), harmful, 0, 0},
	{"png/compressed XMP", "image/png", png(4, 3, chunk("iTXt", "XML:com.adobe.xmp\x00\x01\x00\x00\x00x\x9c")), harmful, 0, 0},
	{"png/EXIF as compressed text", "image/png", png(4, 3, chunk("zTXt", "Raw profile type exif\x00\x00x\x9c")), harmful, 0, 0},
	{"png/EXIF with 20,000 GPS directories", "image/png", png(4, 3, chunk("eXIf", "II*\x00"+le32(8)+le16(20_000)+strings.Repeat("\x25\x88"+le16(long)+le32(1)+le32(250_000), 20_000)+strings.Repeat("\x00", 32<<10))), harmful, 0, 0},
	{"png/EXIF that is no EXIF", "image/png", png(4, 3, chunk("eXIf", "alert(1)")), harmful, 0, 0},
	{"png/bomb in zTXt", "image/png", png(4, 3, chunk("zTXt", "Comment\x00\x00x\x9c"+strings.Repeat("\x00", 1<<16))), harmless, 4, 3},
	{"png/bomb in iCCP", "image/png", png(4, 3, chunk("iCCP", "p\x00\x00x\x9c"+strings.Repeat("\x00", 1<<16))), harmless, 4, 3},
	{"png/HTML in tEXt", "image/png", png(4, 3, chunk("tEXt", "Comment\x00<script>alert(1)</script>")), harmless, 4, 3},
}

var hostileGIF = []Case{
	{"gif/header alone", "image/gif", of("GIF89a"), rejected, 0, 0},
	{"gif/without frames", "image/gif", of(gifHead(4, 3), "\x3b"), rejected, 0, 0},
	{"gif/without its end", "image/gif", cut(goodGIF, 1), rejected, 0, 0},
	{"gif/cut in its pixels", "image/gif", cut(goodGIF, 3), rejected, 0, 0},
	{"gif/ZIP behind its end", "image/gif", with(goodGIF, zipTail), rejected, 0, 0},
	{"gif/script that begins as a comment", "image/gif", of("GIF89a/*", "\x00\x00\x00\x00\x00*/=1;alert(1)"), rejected, 0, 0},
	{"gif/frame outside of the screen", "image/gif", of(gifHead(1, 1), gifFrame(0, 0, 65_535, 65_535), "\x3b"), rejected, 0, 0},
	{"gif/0 x 0", "image/gif", gif(0, 0, 1), rejected, 0, 0},
	{"gif/65,535 x 1", "image/gif", gif(65_535, 1, 1), tooLarge, 0, 0},
	{"gif/51 megapixels", "image/gif", gif(8_500, 6_000, 1), tooLarge, 0, 0},
	{"gif/10,000 frames of a megapixel", "image/gif", gif(1_000, 1_000, 10_000), tooLarge, 0, 0},
	{"gif/block that is none", "image/gif", of(gifHead(4, 3), "\x99"), rejected, 0, 0},
	{"gif/place in XMP", "image/gif", of(gifHead(4, 3), "\x21\xff\x0bXMP DataXMP", string([]byte{byte(len(xmpPlace))}), xmpPlace, "\x00", gifFrame(0, 0, 1, 1), "\x3b"), harmful, 0, 0},
	{"gif/script in a comment", "image/gif", of(gifHead(4, 3), "\x21\xfe\x08alert(1)\x00", gifFrame(0, 0, 1, 1), "\x3b"), harmless, 4, 3},
}

var hostileWebP = []Case{
	{"webp/is a WAV", "image/webp", riff("WAVE", riffChunk("fmt ", "x"), riffChunk("data", "x")), rejected, 0, 0},
	{"webp/without pixels", "image/webp", riff("WEBP", vp8x(4, 3)), rejected, 0, 0},
	{"webp/cut", "image/webp", cut(goodWebP, 3), rejected, 0, 0},
	{"webp/chunk of 4 GB", "image/webp", riff("WEBP", "VP8 \xff\xff\xff\xffx"), rejected, 0, 0},
	{"webp/HTML behind its end", "image/webp", with(goodWebP, htmlTail), rejected, 0, 0},
	{"webp/canvas and pixels differ", "image/webp", riff("WEBP", vp8x(4, 3), vp8(16_383, 3_000)), rejected, 0, 0},
	{"webp/VP8L of 16,384 x 16,384", "image/webp", riff("WEBP", vp8l(16_384, 16_384)), tooLarge, 0, 0},
	{"webp/canvas of 2^24 x 2^24", "image/webp", riff("WEBP", vp8x(1<<24, 1<<24), vp8(1, 1)), tooLarge, 0, 0},
	{"webp/pixels that are none", "image/webp", riff("WEBP", riffChunk("VP8 ", "alert(1);alert(2)")), rejected, 0, 0},
	{"webp/frame outside of the canvas", "image/webp", riff("WEBP", vp8x(4, 3), anmf(0, 0, 9_000, 9_000, vp8(9_000, 9_000))), rejected, 0, 0},
	{"webp/frame larger than it says", "image/webp", riff("WEBP", vp8x(4, 3), anmf(0, 0, 4, 3, vp8(9_000, 9_000))), rejected, 0, 0},
	{"webp/600 frames of 2 megapixels", "image/webp", riff("WEBP", vp8x(1_920, 1_080), strings.Repeat(anmf(0, 0, 1, 1, vp8(1, 1)), 600)), tooLarge, 0, 0},
	{"webp/place in EXIF", "image/webp", riff("WEBP", vp8x(4, 3), vp8(4, 3), riffChunk("EXIF", exif([]tag{gps}, []tag{latitude}))), harmful, 0, 0},
	{"webp/place in EXIF as JPEG has it", "image/webp", riff("WEBP", vp8x(4, 3), vp8(4, 3), riffChunk("EXIF", "Exif\x00\x00"+exif([]tag{gps}, []tag{latitude}))), harmful, 0, 0},
	{"webp/place in XMP", "image/webp", riff("WEBP", vp8x(4, 3), vp8(4, 3), riffChunk("XMP ", xmpPlace)), harmful, 0, 0},
}

var hostileHEIF = []Case{
	{"avif/brand alone", "image/avif", of(box("ftyp", "avif", be32(0))), rejected, 0, 0},
	{"avif/is an MP4", "image/avif", movie("isom", "vide"), rejected, 0, 0},
	{"avif/sequence", "image/avif", with(goodAVIF, box("moov", "")), rejected, 0, 0},
	{"avif/cut", "image/avif", cut(goodAVIF, 1), rejected, 0, 0},
	{"avif/HTML behind its end", "image/avif", with(goodAVIF, htmlTail), rejected, 0, 0},
	{"avif/does not say how large", "image/avif", heif("avif", "", ""), rejected, 0, 0},
	{"avif/0 pixels", "image/avif", heif("avif", ispe(0, 3), ""), rejected, 0, 0},
	{"avif/60,000 x 60,000", "image/avif", heif("avif", ispe(60_000, 60_000), ""), tooLarge, 0, 0},
	{"avif/hidden item of 2^32 pixels", "image/avif", heif("avif", ispe(4, 3)+box("irot", "\x00")+ispe(1<<16, 1<<16), ""), tooLarge, 0, 0},
	{"avif/box of size 1", "image/avif", of(box("ftyp", "avif", be32(0)), be32(1)+"mdat"+strings.Repeat("\x00", 8)), rejected, 0, 0},
	{"avif/ten thousand properties", "image/avif", heif("avif", strings.Repeat(ispe(4, 3), 10_000), ""), rejected, 0, 0},
	{"avif/place in EXIF", "image/avif", heif("avif", ispe(4, 3), be32(0)+exif([]tag{gps}, []tag{latitude})), harmful, 0, 0},
	{"avif/XMP that is listed 1,000 times", "image/avif", heifOfXMP(1_000), rejected, 0, 0},
	{"heic/place in EXIF", "image/heic", heif("heic", ispe(4, 3), be32(6)+"Exif\x00\x00"+exif([]tag{gps}, []tag{latitude})), harmful, 0, 0},
	{"heic/says AVIF", "image/avif", heif("heic", ispe(4, 3), ""), rejected, 0, 0},
}

var honestPictures = append([]Case{
	{"jpeg", "image/jpeg", goodJPEG, harmless, 4, 3},
	{"jpeg by another name", "image/JPG", goodJPEG, harmless, 4, 3},
	{"jpeg with zeros behind", "image/jpeg", with(goodJPEG, "\x00\x00\x00"), harmless, 4, 3},
	{"jpeg with a gain map", "image/jpeg", with(goodJPEG, string(jpeg(2, 1)())), harmless, 4, 3},
	{"jpeg of 50 megapixels", "image/jpeg", jpeg(10_000, 5_000), harmless, 10_000, 5_000},
	{"jpeg panorama", "image/jpeg", jpeg(30_000, 1_600), harmless, 30_000, 1_600},
	{"jpeg with a GPS version and no place", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{gps}, []tag{gpsOnly}))), harmless, 4, 3},
	{"jpeg with XMP", "image/jpeg", jpeg(4, 3, app1("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta/>")), harmless, 4, 3},
	{"jpeg turned in big-endian order", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exifBig(turned))), harmless, 3, 4},
	{"jpeg turned twice", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{turned, upright}))), harmless, 3, 4},
	{"jpeg turned by a tag of another type", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{{0x0112, long, 6}}))), harmless, 4, 3},
	{"jpeg turned to nowhere and back", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{{0x0112, short, 9}})), app1("Exif\x00\x00"+exif([]tag{turned}))), harmless, 3, 4},
	{"jpeg turned by the first of two", "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{turned})), app1("Exif\x00\x00"+exif([]tag{upright}))), harmless, 3, 4},
	{"png", "image/png", goodPNG, harmless, 4, 3},
	{"png turned behind its pixels", "image/png", of(pngSignature, ihdr(4, 3), chunk("IDAT", "x"), chunk("eXIf", exif([]tag{turned})), chunk("IEND", "")), harmless, 4, 3},
	{"png turned", "image/png", png(4, 3, chunk("eXIf", exif([]tag{turned}))), harmless, 3, 4},
	{"apng", "image/png", png(4, 3, pngFrame(4, 3, 0, 0), pngFrame(1, 1, 3, 2)), harmless, 4, 3},
	{"gif", "image/gif", goodGIF, harmless, 4, 3},
	{"gif of 100 frames", "image/gif", gif(400, 300, 100), harmless, 400, 300},
	{"webp", "image/webp", goodWebP, harmless, 4, 3},
	{"webp without loss", "image/webp", riff("WEBP", vp8l(300, 200)), harmless, 300, 200},
	{"webp with 65,536 columns of canvas in three bytes", "image/webp", riff("WEBP", vp8x(257, 3), vp8(257, 3)), harmless, 257, 3},
	{"webp turned", "image/webp", riff("WEBP", vp8x(4, 3), vp8(4, 3), riffChunk("EXIF", exif([]tag{turned}))), harmless, 3, 4},
	{"webp animation", "image/webp", riff("WEBP", vp8x(4, 3), anmf(0, 0, 4, 3, vp8l(4, 3)), anmf(2, 2, 1, 1, vp8(1, 1))), harmless, 4, 3},
	{"avif", "image/avif", goodAVIF, harmless, 4, 3},
	{"avif turned", "image/avif", heif("avif", ispe(4, 3)+box("irot", "\x01"), ""), harmless, 3, 4},
	{"avif with EXIF", "image/avif", heif("avif", ispe(4, 3), be32(0)+exif([]tag{turned})), harmless, 4, 3},
	{"avif by its other brand", "image/avif", of(strings.Replace(string(goodAVIF()), "avif\x00\x00\x00\x00mif1", "mif1\x00\x00\x00\x00avif", 1)), harmless, 4, 3},
	{"heic", "image/heic", heif("heic", ispe(4, 3), ""), harmless, 4, 3},
}, orientations()...)

// orientations are pictures in each way that a camera can be held.
func orientations() (cases []Case) {
	for o := 1; o <= 8; o++ {
		c := Case{fmt.Sprintf("jpeg orientation %d", o), "image/jpeg", jpeg(4, 3, app1("Exif\x00\x00"+exif([]tag{{0x0112, short, o}}))), harmless, 4, 3}
		if o > 4 {
			c.Width, c.Height = 3, 4
		}
		cases = append(cases, c)
	}
	return cases
}
