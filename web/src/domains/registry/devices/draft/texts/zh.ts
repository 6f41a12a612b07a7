import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "dev.saved": "已保存 {time}",
  "dev.saving": "正在保存…",
  "dev.notSaved": "未保存。您的内容仍在此处。",
  "dev.reload": "重新加载",
  "dev.refusedChanged": "他人已更改此记录。",
  "dev.reloadHint":
    "您输入的内容仍保留在此。重新加载会采纳对方已保存的内容；双方都修改之处保留您的内容，并在旁边显示对方的内容。",
  "dev.bothChanged": "双方都修改了此处",
  "dev.bothChangedHint": "表单中是您输入的内容，并已保存。对方正确之处，请采用对方的内容。",
  "dev.theirs": "对方：{value}",
  "dev.takeTheirs": "采用对方的",
  "dev.takeTheirsOf": "采用对方的：{item}",
  "dev.keepMine": "保留我的",
  "dev.takenOut": "已移出",
  "dev.closedMeanwhile": "其间该记录已提交或已作出决定，不能再输入。您此后输入的内容未保存：",
  "dev.notSavedItems": "未保存",
  "dev.showRecord": "显示记录的现状",
};
