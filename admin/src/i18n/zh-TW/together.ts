export const together = {
  'together.here': '也在這裡',
  'together.somebody': '某位同事',
  'together.typing': '{name} 正在輸入',
  'together.typesIn': '{name} 正在「{field}」輸入。',
  'together.came': '{name} 也開啟了這一筆。',
  'together.left': '{name} 已離開。',
} as const;
