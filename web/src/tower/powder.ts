/** What flies in the tower: thrown tokens, sweets that are gathered, and clouds of powder. */

import "./powder.css";
import type { Colour, Space } from "../wire/game.ts";
import { CELL, pointOf, scaleOf, type Point, type Pose } from "./geometry.ts";

const TOSS = 340;
const FALL = 230;
const GATHER = 420;
const GRAINS = 18;
const LIFT = 120;

const SVG = "http://www.w3.org/2000/svg";

export class Powder {
  readonly #scene: HTMLElement;
  readonly #pose: () => Pose;

  constructor(scene: HTMLElement, pose: () => Pose) {
    this.#scene = scene;
    this.#pose = pose;
  }

  /** A token thrown from a marker, along its path, level by level. `landing` is called at every level it reaches. */
  async toss(colour: Colour, from: Space, path: readonly Space[], rate: number, landing: (space: Space) => void): Promise<void> {
    const flyer = this.#flyer(`token-${colour}`, "0 0 100 108");
    const first = path[0] ?? from;
    const start = this.#point(from, 60);
    const high = this.#point(first, LIFT);
    const middle = { x: (start.x + high.x) / 2, y: (start.y + high.y) / 2, z: Math.max(start.z, high.z) + 50 };
    const size = (space: Space): number => scaleOf(space, this.#pose());
    await flyer.animate(
      [
        { transform: placed(start, 0.4 * size(from)), opacity: 0 },
        { transform: placed(middle, size(from)), opacity: 1, offset: 0.35 },
        { transform: placed(high, size(first)), offset: 0.62, easing: "ease-in" },
        { transform: placed(this.#point(first, 3), size(first)) },
      ],
      { duration: TOSS / rate, easing: "ease-out", fill: "forwards" },
    ).finished;
    landing(first);
    for (let i = 1; i < path.length; i++) {
      const [above, below] = [path[i - 1] ?? first, path[i] ?? first];
      await flyer.animate(
        [
          { transform: placed(this.#point(above, 3), size(above)) },
          { transform: placed(this.#point(below, 3), size(below)) },
        ],
        { duration: FALL / rate, delay: 70 / rate, easing: "cubic-bezier(.5,0,.9,.6)", fill: "forwards" },
      ).finished;
      landing(below);
    }
    flyer.remove();
  }

  /** Something that flies from a space to a marker and vanishes. */
  async gather(drawing: string, from: Space, to: Space, rate: number): Promise<void> {
    const flyer = this.#flyer(drawing, drawing === "sweet" ? "0 0 60 60" : "0 0 100 108");
    const [start, end] = [this.#point(from, 4), this.#point(to, 50)];
    await flyer.animate(
      [
        { transform: placed(start, scaleOf(from, this.#pose())) },
        { transform: placed({ ...end, z: end.z + 40 }, 0.8), opacity: 1, offset: 0.7 },
        { transform: placed(end, 0.2), opacity: 0 },
      ],
      { duration: GATHER / rate, easing: "ease-in-out" },
    ).finished;
    flyer.remove();
  }

  /** A cloud of powder over a space. */
  burst(colour: Colour, space: Space, strength: number): void {
    const pose = this.#pose();
    const cloud = document.createElement("div");
    cloud.className = "powder-cloud";
    const at = this.#point(space, 30);
    const scale = scaleOf(space, pose) * strength;
    cloud.style.transform = `${placed(at, scale)} rotateZ(${-pose.turn}deg) rotateX(${-pose.tilt}deg)`;
    this.#scene.append(cloud);
    const running: Promise<unknown>[] = [];
    for (let i = 0; i < GRAINS; i++) {
      const grain = document.createElement("i");
      grain.style.background = i % 3 === 0 ? `var(--${colour})` : `var(--${colour}-powder)`;
      const angle = (i / GRAINS) * 2 * Math.PI + Math.random();
      const far = CELL * (0.35 + Math.random() * 0.85);
      const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far * 0.62 - CELL * 0.3];
      const big = 0.5 + Math.random();
      cloud.append(grain);
      running.push(
        grain.animate(
          [
            { transform: `translate(0, 0) scale(${0.3 * big})`, opacity: 1 },
            { transform: `translate(${x}px, ${y}px) scale(${1.5 * big})`, opacity: 0.8, offset: 0.5 },
            { transform: `translate(${x * 1.15}px, ${y * 0.7 + 12}px) scale(${1.9 * big})`, opacity: 0 },
          ],
          { duration: 620 + Math.random() * 260, easing: "cubic-bezier(.1,.7,.3,1)", fill: "forwards" },
        ).finished,
      );
    }
    void Promise.allSettled(running).then(() => {
      cloud.remove();
    });
  }

  #flyer(drawing: string, viewBox: string): HTMLElement {
    const flyer = document.createElement("div");
    flyer.className = "powder-flyer";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", viewBox);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${drawing}`);
    svg.append(use);
    flyer.append(svg);
    this.#scene.append(flyer);
    return flyer;
  }

  #point(space: Space, above: number): Point {
    const pose = this.#pose();
    const point = pointOf(space, pose);
    return { ...point, z: point.z + above * Math.sin((pose.tilt * Math.PI) / 180) + 2 };
  }
}

function placed({ x, y, z }: Point, scale: number): string {
  return `translate3d(${x}px, ${y}px, ${z}px) scale(${scale})`;
}
