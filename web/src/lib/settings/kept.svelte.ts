import { isFlag, Setting } from "./setting.svelte";

/** Whether this browser's user has a way back, or was offered one and declined. */
export const kept = new Setting("kept", isFlag, false);
