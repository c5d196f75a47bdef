/** How wide a drawing becomes that is made of lines, in pixels; one that says that it is wider stays so. */
const least = 1600;

/** An SVG as pixels; null where it cannot be shown. As a picture, none of its scripts run, and it loads nothing. */
export async function bitmapOfDrawing(file: Blob): Promise<ImageBitmap | null> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await file.text())}`;
  try {
    await image.decode();
    const ratio = image.naturalHeight / image.naturalWidth || 1;
    const width = Math.max(least, image.naturalWidth);
    return await createImageBitmap(image, { resizeWidth: width, resizeHeight: Math.round(width * ratio) });
  } catch {
    return null;
  }
}
