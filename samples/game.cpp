/* SPDX-License-Identifier: MIT */
/*
 * game.cpp - a small game in C++, with linux-ish.hpp
 *
 * A convoy crosses a minefield of raiders. Actors have virtual functions. They shoot,
 * spawn, repair and destroy others while all of them are updated.
 *
 *	c++ -std=c++11 -Iinclude samples/game.cpp build/liblinux-ish.a
 *
 *   slotpool   the memory of each class; handles notice that a target is gone
 *   walklist   the turns, in order; an actor leaves by its hook when it dies
 *   dense      ships that burn, in no order
 *   iheap      what is due later: reinforcements and repairs
 *   inbox      what the crew reports; in a real game from other threads
 *
 * Prints the field three times, the reports, and the result.
 */
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <linux-ish/linux-ish.hpp>

namespace
{

const int width = 48, height = 9;

class world;
class ship;

/* Everything that has a turn. The hook is the node, and leaves in its destructor. */
class actor : public lish::hook<walklist_node> {
public:
	actor(world &in, int column, int line) : w(in), x(column), y(line) {}
	actor(const actor &) = delete;
	actor &operator=(const actor &) = delete;
	virtual ~actor() {}
	/* May destroy this actor, as the last thing that it does. */
	virtual void turn() = 0;
	virtual char sign() const = 0;

	world &w;
	int x, y;
};

/* A ship has a hull, and a node in the array of those that burn. */
class ship : public actor {
	dense_idx fire{};
	iheap_idx repair{};

public:
	typedef lish::dense<ship, &ship::fire> fires;
	typedef lish::iheap<ship, &ship::repair> repairs;

	ship(world &in, int column, int line, int strength)
		: actor(in, column, line), hull(strength)
	{
	}
	~ship() override;
	void hit();
	virtual void sink() = 0;

	int hull;
};

class freighter final : public ship {
public:
	freighter(world &in, int line) : ship(in, 0, line, 9) {}
	void turn() override;
	char sign() const override { return 'F'; }
	void sink() override;
};

class raider final : public ship {
	lish::handle<freighter> prey;

public:
	raider(world &in, int column, int line) : ship(in, column, line, 2) {}
	void turn() override;
	char sign() const override { return 'r'; }
	void sink() override;
};

class shell final : public actor {
	int dx;

public:
	shell(world &in, int column, int line, int direction)
		: actor(in, column, line), dx(direction)
	{
	}
	void turn() override;
	char sign() const override { return dx > 0 ? '>' : '<'; }
};

/* A report of the crew; the box hands them on in order. */
struct message {
	message(int when, const char *what, int number) : frame(when), text(what), n(number) {}
	int frame;
	const char *text;
	int n;
	inbox_node sent{};
};

/* Members are destructed from the last to the first: pools before what actors are in. */
class world {
public:
	int frame = 0;
	int saved = 0, lost = 0, raiders_sunk = 0;
	uint32_t random = 1;

	lish::walklist<actor> turns;
	lish::fixed<ship::fires, 64> fires;
	ship::repairs repairs;
	lish::inbox<message, &message::sent> box;

	lish::fixed<lish::slotpool<freighter>, 8> freighters;
	lish::slotpool<raider> raiders;
	lish::densepool<shell> shells;
	lish::ipool<message> messages;

	int chance(int below)
	{
		random = random * 1664525u + 1013904223u;
		return static_cast<int>(random >> 16) % below;
	}

	/* make() gives NULL at the limit; then there is one actor less. */
	template <class P, class... A> void spawn(P &pool, A... a)
	{
		if (actor *made = pool.make(*this, a...))
			turns.add_tail(*made);
	}

	void report(const char *what, int n)
	{
		if (message *m = messages.make(frame, what, n))
			lish_sure(box.push(*m));
	}

	void step();
	void draw() const;
	void listen();
};

ship::~ship()
{
	w.fires.leave(*this);
	w.repairs.leave(*this);
}

void ship::hit()
{
	if (--hull <= 0) {
		sink(); /* this ship is gone */
	} else if (!w.fires.contains(*this)) {
		lish_sure(w.fires.add(*this));
		lish_sure(w.repairs.add(*this, w.frame + 8));
	}
}

void freighter::turn()
{
	if (w.frame % 2)
		return;
	if (++x == width) {
		w.saved++;
		w.report("a freighter is through; hull", hull);
		w.freighters.destroy(*this);
		return;
	}
	if (w.chance(3) == 0)
		w.spawn(w.shells, x + 1, y, 1);
}

void freighter::sink()
{
	w.lost++;
	w.report("a freighter sinks in column", x);
	w.freighters.destroy(*this);
}

void raider::turn()
{
	freighter *f = w.freighters.get(prey);

	if (!f) { /* none chosen, or it is gone: take the nearest */
		for (freighter &other : w.freighters)
			if (!f || other.x > f->x)
				f = &other;
		if (!f)
			return;
		prey = w.freighters.handle_of(*f);
	}
	y += (f->y > y) - (f->y < y);
	if (w.frame % 3 == 0)
		x += (f->x > x) - (f->x < x);
	if (f->y == y && w.chance(7) == 0)
		w.spawn(w.shells, x + (f->x > x ? 1 : -1), y, f->x > x ? 1 : -1);
}

void raider::sink()
{
	w.raiders_sunk++;
	/* The crew of another one is on its way. */
	if (w.raiders_sunk <= 6)
		w.spawn(w.raiders, width - 1, w.chance(height));
	w.raiders.destroy(*this);
}

void shell::turn()
{
	ship *target = nullptr;

	x += 2 * dx;
	for (freighter &f : w.freighters)
		if (dx < 0 && f.y == y && (f.x == x || f.x == x + 1))
			target = &f;
	for (raider &r : w.raiders)
		if (dx > 0 && r.y == y && (r.x == x || r.x == x - 1))
			target = &r;
	/* Sinks the ship, wherever the loop over all turns stands. */
	if (target)
		target->hit();
	if (target || x < 0 || x >= width)
		w.shells.destroy(*this);
}

void world::step()
{
	/* Whatever a turn adds, has its first turn in the next frame. */
	for (actor &a : turns.present())
		a.turn();
	for (ship &s : repairs.drain_due(frame))
		fires.leave(s);
	for (ship &s : fires)
		if (chance(12) == 0)
			s.hit();
	frame++;
}

void world::draw() const
{
	char field[height][width + 1];

	std::memset(field, ' ', sizeof(field));
	for (const actor &a : turns)
		if (a.x >= 0 && a.x < width)
			field[a.y][a.x] = a.sign();
	for (const ship &s : fires)
		field[s.y][s.x] = '*';
	std::printf("frame %d: %u freighters, %u raiders, %u shells\n", frame,
		    static_cast<unsigned>(freighters.count()),
		    static_cast<unsigned>(raiders.count()),
		    static_cast<unsigned>(shells.count()));
	for (int y = 0; y < height; y++)
		std::printf("%.*s.\n", width, field[y]);
}

void world::listen()
{
	for (message &m : box.drain()) {
		std::printf("frame %d: %s %d\n", m.frame, m.text, m.n);
		messages.destroy(m);
	}
}

} // namespace

int main()
{
	world w;

	for (int line = 1; line < height; line += 2)
		w.spawn(w.freighters, line);
	for (int n = 0; n < 5; n++)
		w.spawn(w.raiders, width - 1 - 2 * n, w.chance(height));
	while (w.freighters.count() && w.frame < 400) {
		w.step();
		w.listen();
		if (w.frame % 30 == 0 && w.frame <= 90)
			w.draw();
	}
	std::printf("%d saved, %d lost, %d raiders sunk in %d frames\n", w.saved, w.lost,
		    w.raiders_sunk, w.frame);
	return w.saved + w.lost != 4;
}
