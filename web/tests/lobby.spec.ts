import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

test("a refused option returns to its present value, with a message", async ({ person }) => {
  const anna = await person("Anna");
  const { page } = anna;
  let refuse = true;
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, action } = JSON.parse(String(text)) as { id: string; action: { type: string } };
      if (!refuse || action.type !== "configure") return server.send(text);
      socket.send(JSON.stringify({ type: "refused", id, refusal: { code: "not-host", message: "" } }));
    });
  });
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 1 } as const;
  await anna.open(`/t/${await openTable(anna, setup)}`);
  await anna.press(page.getByText("More options"));
  const pace = page.getByRole("radiogroup", { name: "Time to think" });
  await anna.press(pace.getByRole("radio", { name: "30 seconds" }));
  await expect(page.getByText("Only the host can do this.").last()).toBeVisible();
  await expect(pace.getByRole("radio", { name: "No time limit" })).toBeChecked();
  refuse = false;
  await anna.press(pace.getByRole("radio", { name: "30 seconds" }));
  await expect(pace.getByRole("radio", { name: "30 seconds" })).toBeChecked();
  await expect(page.getByText("When time is up, a bot decides.")).toBeVisible();
});
