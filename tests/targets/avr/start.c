/* SPDX-License-Identifier: MIT */
/*
 * What printf() writes to, and where a program ends, on an ATmega under simavr.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdio.h>

static int serial_put(char c, FILE *file)
{
	(void)file;
	while (!(UCSR0A & (1 << UDRE0)))
		;
	UDR0 = (unsigned char)c;
	return 0;
}

static FILE serial = FDEV_SETUP_STREAM(serial_put, NULL, _FDEV_SETUP_WRITE);

__attribute__((constructor)) static void serial_begin(void)
{
	UCSR0B = 1 << TXEN0;
	stdout = &serial;
}

/* Behind main() and exit(): simavr ends where nothing can wake the machine. */
__attribute__((naked, used, section(".fini3"))) static void stop(void)
{
	cli();
	for (;;)
		sleep_mode();
}
